/** Where the content service keeps files; their addresses have no origin when it is the page's own. */
const FILES = '/uploads/'

/** The body of an answer. Where it comes from another origin than the page, the files that it names do too. */
export async function readJson(response: Response, origin: string): Promise<unknown> {
  if (!origin) return response.json()
  return JSON.parse(await response.text(), (_, value) =>
    typeof value === 'string' && value.startsWith(FILES) ? origin + value : value,
  )
}
