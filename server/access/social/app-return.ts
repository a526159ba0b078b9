import type { Env } from '../../env.ts'

/** Where the way to Google and back ends, on the web and in the app. */
export const ARRIVAL = '/account/connect/google'
/** The same for linking from an open session; without a code nothing came back. */
export const LINK_ARRIVAL = '/account/connect/google/link'
export const ARRIVALS = [ARRIVAL, LINK_ARRIVAL] as const

/** Pages that lead from the phone's browser back into the app (server/pages/pages.ts). */
export const APP_LINK_PATH = '/to-the-app'

/** On another host than the app's universal links: iOS opens the app only for a link from another host. */
export const toTheApp = ({ PAYMENT_ORIGIN }: Pick<Env, 'PAYMENT_ORIGIN'>, arrival: (typeof ARRIVALS)[number]): string =>
  PAYMENT_ORIGIN + APP_LINK_PATH + arrival
