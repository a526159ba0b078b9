import { choosePlatform, webPlatform } from './platform.ts'

// The host of a page that is rendered on the server: a browser without a session, whose requests the API in the same
// process answers. Imported before everything that reads the platform.

let answer: typeof fetch | undefined

/** The API that answers the requests of the pages rendered from now on. */
export function answerWith(api: typeof fetch): void {
  answer = api
}

choosePlatform(
  Object.assign(webPlatform(), {
    fetch: ((...args) => {
      if (!answer) throw new Error('A page was rendered without an API')
      return answer(...args)
    }) satisfies typeof fetch,
  }),
)
