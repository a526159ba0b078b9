/** The page without the font preloads of typefaces that the partner does not use. */
export function keepTypefacePreloads(html: string, typefaces: readonly string[]): string {
  return html.replaceAll(/\s*<link [^>]*?data-typeface="([\w-]+)"[^>]*>/g, (link: string, name: string) =>
    typefaces.includes(name) ? link.replace(/ data-typeface="[\w-]+"/, '') : '',
  )
}
