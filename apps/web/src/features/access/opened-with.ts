/** What followed `?` when the page was opened, unchanged: the router reads a code of digits as a number. */
export const openedWith = location.search.slice(1);
