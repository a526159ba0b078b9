import { accountRoutes } from './account-routes.ts'
import { documentRoutes } from './document-routes.ts'
import type { Params, Route } from './route.ts'
import { supportRoutes } from './support-routes.ts'

export type { Guard, Route, Screen, Tab } from './route.ts'

/** Every screen, by name. `pathOf` builds its address, `app.tsx` matches it. */
export const routes = {
  welcome: {
    path: '/welcome',
    guard: 'guest',
  },
  redirect: {
    path: '/redirect',
    guard: 'anybody',
  },
  verifyPhone: {
    path: '/account/create/verify/:token?',
    guard: 'guest',
    back: 'welcome',
  },
  createProfile: {
    path: '/account/create/profile',
    guard: 'guest',
    back: 'welcome',
  },
  signInMfa: {
    path: '/account/signin/mfa',
    guard: 'guest',
    back: 'welcome',
  },
  language: {
    path: '/language',
    guard: 'anybody',
    back: 'home',
  },
  accountConnect: {
    path: '/account/connect/:provider',
    guard: 'guest',
  },
  forgotPhone: {
    path: '/account/forgot',
    guard: 'guest',
    back: 'welcome',
  },
  forgotVerify: {
    path: '/account/forgot/verify',
    guard: 'guest',
    back: 'forgotPhone',
  },
  forgotNewPassword: {
    path: '/account/forgot/new-password',
    guard: 'guest',
    back: 'welcome',
  },
  referral: {
    path: '/referral/:slug',
    guard: 'anybody',
  },
  landing: {
    path: '/lp/:companySlug',
    guard: 'anybody',
  },
  home: {
    path: '/how-can-we-help/:id?',
    guard: 'anybody',
    tab: 'home',
    root: true,
  },
  howDoesItWork: {
    path: '/how-does-it-work',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
  },
  productGroup: {
    path: '/groups/:slug',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
  },
  product: {
    path: '/products/:slug',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
  },
  clinicians: {
    path: '/clinicians',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
  },
  clinicianProfile: {
    path: '/clinicians/:id',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
  },
  questions: {
    path: '/products/:slug/questions',
    guard: 'anybody',
    tab: 'home',
    back: 'product',
  },
  summary: {
    path: '/products/:slug/summary',
    guard: 'anybody',
    tab: 'home',
    back: 'questions',
  },
  selectProfile: {
    path: '/select-profile',
    guard: 'patient',
    tab: 'home',
    back: 'home',
  },
  productCalendar: {
    path: '/products/:slug/calendar',
    guard: 'anybody',
    tab: 'home',
    back: 'product',
  },
  clinicianCalendar: {
    path: '/clinician/:clinicianId/product/:productSlug',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
  },
  waitlist: {
    path: '/waitlist',
    guard: 'patient',
    tab: 'history',
    back: 'consultations',
  },
  checkout: {
    path: '/checkout',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
  },
  subscriptionCheckout: {
    path: '/subscription-checkout',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
  },
  order: {
    path: '/orders/:id',
    guard: 'patient',
    tab: 'home',
    back: 'home',
    inMaintenance: true,
  },
  consultations: {
    path: '/consultations',
    guard: 'patient',
    tab: 'history',
    root: true,
  },
  /** The same as `loggedOut`, by the words of the History stack; before any consultation's own address. */
  loggedOutOfHistory: {
    path: '/consultations/logged-out',
    guard: 'guest',
    back: 'welcome',
  },
  ownHistory: {
    path: '/consultations/medical-history',
    guard: 'patient',
    tab: 'history',
    back: 'consultations',
  },
  consultation: {
    path: '/consultations/:id',
    guard: 'patient',
    tab: 'history',
    back: 'consultations',
    inMaintenance: true,
  },
  attachmentCamera: {
    path: '/orders/:id/consultation/:consultationId/camera',
    guard: 'patient',
    tab: 'history',
    back: 'consultations',
  },
  reschedule: {
    path: '/consultations/:id/reschedule',
    guard: 'patient',
    tab: 'history',
    back: 'consultations',
  },
  deviceTest: {
    path: '/consultations/:id/devices',
    guard: 'patient',
    tab: 'history',
    back: 'consultation',
  },
  /** Where a guest's link leads, account or not; its secret stands behind the `#`. */
  guestCall: {
    path: '/guest',
    guard: 'anybody',
    inMaintenance: true,
  },
  /** Where the link of a reminder leads: what it may do stands behind the `#`. */
  reminder: {
    path: '/reminder',
    guard: 'anybody',
    tab: 'history',
    back: 'consultations',
  },
  /** Where a pharmacy or an employer checks a paper; its code may come behind `#`, which no server sees. */
  verify: {
    path: '/verify',
    guard: 'anybody',
    back: 'home',
  },
  ...supportRoutes,
  profile: {
    path: '/account/profile',
    guard: 'patient',
    tab: 'profile',
    root: true,
  },
  ...documentRoutes,
  ...accountRoutes,
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

type Names<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | Names<Tail>
    : Rest
  : never
type PathParams<P extends string> = {
  [K in Names<P> as K extends `${string}?` ? never : K]: string
} & { [K in Names<P> as K extends `${infer N}?` ? N : never]?: string }

/** The address of a screen; what is missing does not compile. */
export function pathOf<N extends RouteName>(
  name: N,
  ...[params, query]: keyof PathParams<(typeof routes)[N]['path']> extends never
    ? [params?: Params, query?: Params]
    : [params: PathParams<(typeof routes)[N]['path']>, query?: Params]
): string {
  const values: Partial<Params> = params ?? {}
  const path = routes[name].path.replaceAll(/\/:(\w+)\??/g, (_, key: string) =>
    values[key] ? `/${encodeURIComponent(values[key])}` : '',
  )
  return query ? `${path}?${new URLSearchParams(query)}` : path
}
