/** The path of uploaded content files; their addresses are relative to the API's origin. */
const FILES = '/uploads/'

/**
 * Returns the JSON body. If the API has another origin than the page, relative file addresses in it become absolute.
 */
export async function readJson(response: Response, origin: string): Promise<unknown> {
  if (!origin) return response.json()
  return JSON.parse(await response.text(), (_, value) =>
    typeof value === 'string' && value.startsWith(FILES) ? origin + value : value,
  )
}
