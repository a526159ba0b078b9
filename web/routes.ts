import type { ComponentType } from 'react'

/** Who may open a screen: anybody, only guests (others are redirected), or signed-in patients. */
export type Guard = 'anybody' | 'guest' | 'patient'
export type Tab = 'home' | 'history' | 'support' | 'profile'
type Params = Record<string, string>
export type Screen = ComponentType<{ params: Params }>

export interface Route {
  /**
   * Exactly the path of the specification map (chapter 2 of A and of B); `:name` is a parameter, `:name?` is
   * optional.
   */
  path: string
  guard: Guard
  tab?: Tab
  /** The four roots show the tab bar; on other screens it is hidden. */
  root?: boolean
  /** Stays open in maintenance: a call or a payment may be in progress there. */
  inMaintenance?: true
  /** Screen that "back" opens without a history; a test checks the name. */
  back?: string
}

/** Every screen, by name; `pathOf` builds its path. Of two matches the first counts. `screens.tsx` loads them. */
export const routes = {
  welcome: { path: '/welcome', guard: 'guest' },
  redirect: { path: '/redirect', guard: 'anybody' },
  verifyPhone: { path: '/account/create/verify/:token?', guard: 'guest', back: 'welcome' },
  createProfile: { path: '/account/create/profile', guard: 'guest', back: 'welcome' },
  signInMfa: { path: '/account/signin/mfa', guard: 'guest', back: 'welcome' },
  language: { path: '/language', guard: 'anybody', back: 'home' },
  accountConnect: { path: '/account/connect/:provider', guard: 'guest' },
  forgotPhone: { path: '/account/forgot', guard: 'guest', back: 'welcome' },
  forgotVerify: { path: '/account/forgot/verify', guard: 'guest', back: 'forgotPhone' },
  forgotNewPassword: { path: '/account/forgot/new-password', guard: 'guest', back: 'welcome' },
  referral: { path: '/referral/:slug', guard: 'anybody' },
  landing: { path: '/lp/:companySlug', guard: 'anybody' },
  home: { path: '/how-can-we-help/:id?', guard: 'anybody', tab: 'home', root: true },
  howDoesItWork: { path: '/how-does-it-work', guard: 'anybody', tab: 'home', back: 'home' },
  productGroup: { path: '/groups/:slug', guard: 'anybody', tab: 'home', back: 'home' },
  product: { path: '/products/:slug', guard: 'anybody', tab: 'home', back: 'home' },
  clinicians: { path: '/clinicians', guard: 'anybody', tab: 'home', back: 'home' },
  clinicianProfile: { path: '/clinicians/:id', guard: 'anybody', tab: 'home', back: 'home' },
  questions: { path: '/products/:slug/questions', guard: 'anybody', tab: 'home', back: 'product' },
  summary: { path: '/products/:slug/summary', guard: 'anybody', tab: 'home', back: 'questions' },
  selectProfile: { path: '/select-profile', guard: 'patient', tab: 'home', back: 'home' },
  productCalendar: { path: '/products/:slug/calendar', guard: 'anybody', tab: 'home', back: 'product' },
  clinicianCalendar: {
    path: '/clinician/:clinicianId/product/:productSlug',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
  },
  waitlist: { path: '/waitlist', guard: 'patient', tab: 'history', back: 'consultations' },
  checkout: { path: '/checkout', guard: 'anybody', tab: 'home', back: 'home' },
  subscriptionCheckout: { path: '/subscription-checkout', guard: 'anybody', tab: 'home', back: 'home' },
  subscriptionCard: { path: '/subscription-card', guard: 'patient', tab: 'home', back: 'subscriptionManager' },
  order: { path: '/orders/:id', guard: 'patient', tab: 'home', back: 'home', inMaintenance: true },
  consultations: { path: '/consultations', guard: 'patient', tab: 'history', root: true },
  /** Shows the screen of `loggedOut` at the path of the History stack; must precede the path of a consultation. */
  loggedOutOfHistory: { path: '/consultations/logged-out', guard: 'guest', back: 'welcome' },
  ownHistory: { path: '/consultations/medical-history', guard: 'patient', tab: 'history', back: 'consultations' },
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
  reschedule: { path: '/consultations/:id/reschedule', guard: 'patient', tab: 'history', back: 'consultations' },
  deviceTest: { path: '/consultations/:id/devices', guard: 'patient', tab: 'history', back: 'consultation' },
  /** Target of a guest's link, with or without an account; the secret is in the fragment. */
  guestCall: { path: '/guest', guard: 'anybody', inMaintenance: true },
  /** Target of a reminder's link; the fragment has the token and the action. */
  reminder: { path: '/reminder', guard: 'anybody', tab: 'history', back: 'consultations' },
  /**
   * Verifies a document's code for a pharmacy or an employer; the code may come in the fragment, which no server
   * sees.
   */
  verify: { path: '/verify', guard: 'anybody', back: 'home' },
  /** Shows a patient's health summary to whoever has its SMART Health Link, which is in the fragment. */
  healthSummary: { path: '/health-summary', guard: 'anybody' },
  // Support: contacts and learning material.
  support: { path: '/support', guard: 'anybody', tab: 'support', root: true },
  questionsInbox: { path: '/send-your-question', guard: 'patient', tab: 'support', back: 'support' },
  webinars: { path: '/webinars', guard: 'patient', tab: 'support', back: 'support' },
  webinar: { path: '/webinars/:slug', guard: 'patient', tab: 'support', back: 'webinars' },
  recordedWebinars: { path: '/recorded-webinars', guard: 'patient', tab: 'support', back: 'support' },
  welcomeKit: { path: '/welcome-kit', guard: 'patient', tab: 'support', back: 'support' },
  profile: { path: '/account/profile', guard: 'patient', tab: 'profile', root: true },
  // Documents to read before an agreement, and past agreements.
  termsAndConditions: { path: '/terms-and-conditions', guard: 'anybody', back: 'welcome' },
  subscriptionTerms: { path: '/subscription-terms-and-conditions', guard: 'anybody', back: 'home' },
  privacyPolicy: { path: '/privacy-policy', guard: 'anybody', back: 'welcome' },
  /** Cookie settings for everyone, and the reader's agreements. */
  agreements: { path: '/account/agreements', guard: 'anybody', tab: 'profile', back: 'profile' },
  cancellationPolicy: { path: '/cancellation-policy', guard: 'anybody', back: 'home' },
  // Below Profile: account, family, security, payments.
  loggedOut: { path: '/account/logged-out', guard: 'guest', back: 'welcome' },
  account: { path: '/account/profile/edit', guard: 'patient', tab: 'profile', back: 'profile' },
  changePhone: { path: '/account/profile/phone', guard: 'patient', tab: 'profile', back: 'account' },
  changeEmail: { path: '/account/profile/email', guard: 'patient', tab: 'profile', back: 'account' },
  address: { path: '/account/profile/address/:kind', guard: 'patient', tab: 'profile', back: 'account' },
  deleteAccount: { path: '/account/profile/delete', guard: 'patient', tab: 'profile', back: 'account' },
  accountDeleted: { path: '/account/deleted', guard: 'anybody' },
  notifications: { path: '/account/profile/notifications', guard: 'patient', tab: 'profile', back: 'profile' },
  familyProfiles: { path: '/account/profile/family', guard: 'patient', tab: 'profile', back: 'profile' },
  editDependant: { path: '/account/profile/family/:id', guard: 'patient', tab: 'profile', back: 'familyProfiles' },
  dependantAddress: {
    path: '/account/profile/family/:id/address',
    guard: 'patient',
    tab: 'profile',
    back: 'familyProfiles',
  },
  createDependant: { path: '/account/create/dependant', guard: 'patient', tab: 'profile', back: 'familyProfiles' },
  refer: { path: '/account/profile/refer', guard: 'patient', tab: 'profile', back: 'profile' },
  /** The specification's shorter paths of the same screens, without the base path of the area. */
  referShort: { path: '/profile/refer', guard: 'patient', tab: 'profile', back: 'profile' },
  medicalHistory: { path: '/profile/medical-history/:emrId', guard: 'patient', tab: 'profile', back: 'profile' },
  accessLog: { path: '/profile/medical-history/:emrId/access-log', guard: 'patient', tab: 'profile', back: 'profile' },
  healthLinks: { path: '/profile/medical-history/:emrId/share', guard: 'patient', tab: 'profile', back: 'profile' },
  familyHistory: { path: '/profile/family-medical-history', guard: 'patient', tab: 'profile', back: 'profile' },
  subscriptionManager: { path: '/subscription-manager', guard: 'patient', tab: 'profile', back: 'profile' },
  prescriptions: { path: '/profile/prescriptions', guard: 'patient', tab: 'profile', back: 'profile' },
  paymentHistory: { path: '/profile/payment-history', guard: 'patient', tab: 'profile', back: 'profile' },
  /** `?id=` names the payment: the specification's path has no parameter for it. */
  paymentDetails: { path: '/profile/payment-details', guard: 'patient', tab: 'profile', back: 'paymentHistory' },
  paymentMethods: { path: '/account/profile/payment-methods', guard: 'patient', tab: 'profile', back: 'profile' },
  security: { path: '/account/security', guard: 'patient', tab: 'profile', back: 'profile' },
  changePassword: { path: '/account/security/password', guard: 'patient', tab: 'profile', back: 'security' },
  firstPassword: { path: '/account/security/first-password', guard: 'patient', tab: 'profile', back: 'security' },
  google: { path: '/account/security/google', guard: 'patient', tab: 'profile', back: 'security' },
  googleLink: { path: '/account/connect/google/link', guard: 'patient', tab: 'profile', back: 'security' },
  passkeys: { path: '/account/security/passkeys', guard: 'patient', tab: 'profile', back: 'security' },
  authenticator: { path: '/account/security/authenticator', guard: 'patient', tab: 'profile', back: 'security' },
  about: { path: '/account/about', guard: 'anybody', tab: 'profile', back: 'profile' },
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

/** The path of a screen; missing parameters do not compile. */
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
