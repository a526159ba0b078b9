/** What the content service is asked for, and all that it may answer. */
export interface Kind {
  accept: string
  /** By the name that a header gives them. */
  types: Readonly<Record<string, string>>
}

const sameName = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]))

/** Pictures and films. A drawing (SVG) is harmless as a picture, and as a page by the policy that goes with it. */
export const MEDIA: Kind = {
  accept: 'image/*, video/*, text/vtt',
  types: {
    ...sameName('image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif', 'image/svg+xml'),
    ...sameName('image/x-icon', 'image/vnd.microsoft.icon', 'video/mp4', 'video/webm'),
    'text/vtt': 'text/vtt; charset=utf-8',
  },
}

export const typeOf = ({ types }: Kind, header: string | null): string | undefined => {
  const name = header?.split(';')[0]?.trim().toLowerCase() ?? ''
  return Object.hasOwn(types, name) ? types[name] : undefined
}
