const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The words of markup from outside, and nothing that could be markup again where it is shown. */
export const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<\/?(p|br|li|div)\b[^>]*>/gi, ' ')
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll(/&(#\d+|\w+);/g, (whole, name: string) =>
      name.startsWith('#')
        ? String.fromCodePoint(Math.min(Number(name.slice(1)), 0x10ffff))
        : (ENTITIES[name] ?? whole),
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
