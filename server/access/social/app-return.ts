import type { Env } from '../../env.ts'

/** Path to which the browser or the app returns after the sign-in at Google. */
export const GOOGLE_RETURN_PATH = '/account/connect/google'
/** Return path for linking Google from an open session; without a `code` parameter the person gave up at Google. */
export const GOOGLE_LINK_RETURN_PATH = '/account/connect/google/link'
export const GOOGLE_RETURN_PATHS = [GOOGLE_RETURN_PATH, GOOGLE_LINK_RETURN_PATH] as const

/** Pages that lead from the phone's browser back into the app (server/pages/pages.ts). */
export const APP_LINK_PATH = '/to-the-app'

/** On another host than the app's universal links: iOS opens the app only for a link from another host. */
export const appReturnUrl = (
  { PAYMENT_ORIGIN }: Pick<Env, 'PAYMENT_ORIGIN'>,
  arrival: (typeof GOOGLE_RETURN_PATHS)[number],
): string => PAYMENT_ORIGIN + APP_LINK_PATH + arrival
