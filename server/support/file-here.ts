/** Files of a content service elsewhere come by this origin (kit/proxies.ts): pages let in nothing of another one. */
export const fileHere = (url: string, contentUrl: string | undefined): string =>
  contentUrl && url.startsWith(`${new URL(contentUrl).origin}/uploads/`) ? new URL(url).pathname : url
