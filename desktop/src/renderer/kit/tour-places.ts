/** Elements that the tour of the console stands beside. */
export type TourPlace = 'list' | 'conversation' | 'palette' | 'areas' | 'profile';

/** Marks an element as one of them. */
export const tourPlace = (place: TourPlace) => ({ 'data-tour': place });

/** A narrow screen does not show them all: then the tour stands over the page. */
export const findTourPlace = (place: TourPlace): Element | null =>
  document.querySelector(`[data-tour="${place}"]`) ?? document.querySelector('main');
