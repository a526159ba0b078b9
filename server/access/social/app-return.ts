import type { Env } from '../../env.ts'

/** Where a journey to Google ends, on the web and in the app. */
export const ARRIVAL = '/account/connect/google'
/** Of who is signed in; without a code it says that nothing came back. */
export const LINK_ARRIVAL = '/account/connect/google/link'
export const ARRIVALS = [ARRIVAL, LINK_ARRIVAL] as const

/** The pages that lead from the phone's browser back into the app (server/pages/pages.ts). */
export const APP_DOOR = '/to-the-app'

/** On a host that is not the app's links' own: an iPhone opens the app for a link from elsewhere alone. */
export const toTheApp = ({ PAYMENT_ORIGIN }: Pick<Env, 'PAYMENT_ORIGIN'>, arrival: (typeof ARRIVALS)[number]): string =>
  PAYMENT_ORIGIN + APP_DOOR + arrival
