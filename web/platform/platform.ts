import type { Platform } from './port.ts'
import { webPlatform } from './web.ts'

let chosen: Platform | undefined

/** What the app runs in: a browser, unless the native entry said otherwise before anybody asked. */
export function platform(): Platform {
  chosen ??= webPlatform()
  return chosen
}

/** Called once by the native entry (`web/native.tsx`), before it loads the app. */
export function choosePlatform(given: Platform): void {
  if (chosen) throw new Error('The platform was asked for before it was chosen')
  chosen = given
}

/** Which of the apps this is, for the calls that open a session: `web`, `ios` or `android`. */
export const clientId = (): string => platform().os

/** The address of something that the API or the content service answers, such as `/v1/locales`. */
export const fromApi = (path: `/${string}`): string => platform().apiUrl + path

/** The whole address of a screen of ours, for whoever opens it elsewhere. */
export const linkTo = (path: string): string => platform().origin + path
