import type { ReactNode } from 'react';
import type { List, SearchedList } from '../kit/use-list.ts';
import { AddButton } from './add-button.tsx';
import { BackButton } from './back-button.tsx';
import { type Empty, ListView } from './list-view.tsx';
import { Page } from './page.tsx';
import { SearchField } from './search-field.tsx';

/** The label of the search field, where there is one: then the list has to be one that can be searched. */
type Searched = { search: string; list: SearchedList<unknown> } | { search?: undefined; list: List<unknown> };

type Props = Searched & {
  title: string;
  subtitle?: string;
  /** The button that begins a new record: in the heading, and where there is none yet. */
  add?: { label: string; onClick: () => void };
  /** Further buttons and fields of the heading, before the add button. */
  tools?: ReactNode;
  /** Leads to the list of what these records belong to. */
  back?: { label: string; href: string };
  /** Between the heading and the records: filters, notices. */
  above?: ReactNode;
  empty?: Empty;
  /** The text of a failed load. */
  failed?: string;
  /** The records: a `ListTable`, or a form of their own. */
  children: ReactNode;
  /** Between the records and the end of the page. */
  below?: ReactNode;
  /** The form of a new or known record, and whatever else opens over the page. */
  dialog?: ReactNode;
};

/** A page of records of one kind: what is there, found and made, in all its states. */
export function ListPage(props: Props) {
  const { title, subtitle, list, tools, back, above, empty, failed, children, below, dialog } = props;
  const add = props.add ? <AddButton {...props.add} /> : null;
  return (
    <Page
      title={title}
      {...(subtitle ? { subtitle } : {})}
      actions={
        <>
          {props.search === undefined ? null : (
            <SearchField label={props.search} onSearch={props.list.onSearch} />
          )}
          {tools}
          {add}
          {back ? <BackButton {...back} /> : null}
        </>
      }
    >
      {above}
      <ListView list={list} empty={empty} failed={failed} action={add}>
        {children}
      </ListView>
      {below}
      {dialog}
    </Page>
  );
}
