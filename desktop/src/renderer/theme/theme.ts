import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  createTheme,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  Popover,
  SegmentedControl,
  TextInput,
  Tooltip,
} from '@mantine/core';

/** White text on shade 7 keeps a contrast of 4.7. */
const orange: MantineColorsTuple = [
  '#fff4ec',
  '#ffe6d5',
  '#fdcdae',
  '#fbad7d',
  '#f68a4a',
  '#ea6a24',
  '#db5915',
  '#c84b0e',
  '#a33c0a',
  '#7f300b',
];

/** Warm neutrals: the screen is looked at for eight hours a day. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f5f3f0',
  '#ebe8e3',
  '#dedad3',
  '#c9c3ba',
  '#a49d94',
  '#6b645c',
  '#544e47',
  '#393530',
  '#24211e',
];

const dark: MantineColorsTuple = [
  '#ebe7e1',
  '#d0cac1',
  '#a8a198',
  '#7b746b',
  '#45403b',
  '#35312d',
  '#2a2724',
  '#201e1b',
  '#191715',
  '#131110',
];

const shadow = (y: number, blur: number, alpha: number) => `0 ${y}px ${blur}px rgb(40 28 16 / ${alpha})`;

/** Below this, letters are hard to read; some components would be two steps smaller by themselves. */
const SMALLEST = 'var(--mantine-font-size-xs)';

export const theme = createTheme({
  primaryColor: 'orange',
  primaryShade: 7,
  colors: { orange, gray, dark },
  black: '#24211e',
  autoContrast: false,
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif, 'Noto Color Emoji'",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  shadows: {
    xs: shadow(1, 2, 0.06),
    sm: `${shadow(1, 3, 0.08)}, ${shadow(1, 2, 0.04)}`,
    md: `${shadow(4, 12, 0.09)}, ${shadow(1, 3, 0.06)}`,
    lg: `${shadow(10, 28, 0.12)}, ${shadow(2, 6, 0.06)}`,
    xl: `${shadow(20, 48, 0.18)}, ${shadow(4, 12, 0.08)}`,
  },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' },
      vars: (_theme, { variant, color }) => ({
        root: variant === 'subtle' && color === 'gray' ? { '--ai-color': 'var(--text-soft)' } : {},
      }),
    }),
    Alert: Alert.extend({
      vars: (_theme, { color }) => ({
        root:
          color === 'red'
            ? { '--alert-bg': 'var(--danger-surface)', '--alert-color': 'var(--danger)' }
            : color === 'yellow'
              ? { '--alert-bg': 'var(--warning-surface)', '--alert-color': 'var(--warning)' }
              : { '--alert-bg': 'var(--pill-neutral)', '--alert-color': 'var(--text-muted)' },
      }),
    }),
    Badge: Badge.extend({ styles: { root: { fontSize: SMALLEST } } }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    InputWrapper: Input.Wrapper.extend({
      styles: {
        label: { marginBottom: 4 },
        description: { fontSize: SMALLEST },
        error: { marginTop: 6, fontSize: SMALLEST },
      },
    }),
    TextInput: TextInput.extend({ defaultProps: { size: 'sm' } }),
    Menu: Menu.extend({
      defaultProps: {
        shadow: 'lg',
        position: 'bottom-end',
        offset: 6,
        // It would be a child of the menu that is no item of it.
        withInitialFocusPlaceholder: false,
      },
    }),
    // Its marked part slides: a line between the others alone would look like a mistake.
    SegmentedControl: SegmentedControl.extend({ defaultProps: { withItemsBorders: false } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'lg' } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { transition: 'pop', duration: 140 },
      },
      styles: { title: { fontWeight: 620 } },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: false, offset: 6 } }),
  },
});
