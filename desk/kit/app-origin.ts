/** Where the patients' app is: the desk may stand on a host of its own (server/pages/desk-pages.ts). */
export const appOrigin = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=app]')?.content || location.origin
