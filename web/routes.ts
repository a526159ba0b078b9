import { accountRoutes } from './account-routes.ts'
import { documentRoutes } from './document-routes.ts'
import { type Params, pick, type Route } from './route.ts'
import { supportRoutes } from './support-routes.ts'

export type { Guard, Route, Screen, Tab } from './route.ts'

// Named once: this is in the first script of every visitor.
const ofCare = () => import('./care/screens.ts')
const ofRecovery = () => import('./access/recovery/recovery-screens.ts')
const ofConsultations = () => import('./care/consultation-screens.ts')

/** Every screen, by name. `pathOf` builds its address, `app.tsx` matches it. */
export const routes = {
  welcome: {
    path: '/welcome',
    guard: 'guest',
    load: pick('WelcomeScreen', () => import('./access/welcome/WelcomeScreen.tsx')),
  },
  redirect: {
    path: '/redirect',
    guard: 'anybody',
    load: pick('AuthRedirectScreen', () => import('./access/social/AuthRedirectScreen.tsx')),
  },
  verifyPhone: {
    path: '/account/create/verify/:token?',
    guard: 'guest',
    back: 'welcome',
    load: pick('VerifyPhoneScreen', () => import('./access/registration/VerifyPhoneScreen.tsx')),
  },
  createProfile: {
    path: '/account/create/profile',
    guard: 'guest',
    back: 'welcome',
    load: pick('CreateProfileScreen', () => import('./access/registration/CreateProfileScreen.tsx')),
  },
  signInMfa: {
    path: '/account/signin/mfa',
    guard: 'guest',
    back: 'welcome',
    load: pick('SignInMfaScreen', () => import('./access/session/SignInMfaScreen.tsx')),
  },
  language: {
    path: '/language',
    guard: 'anybody',
    back: 'home',
    load: pick('LanguageScreen', () => import('./brand/LanguageScreen.tsx')),
  },
  accountConnect: {
    path: '/account/connect/:provider',
    guard: 'guest',
    load: pick('AccountConnectScreen', () => import('./access/social/AccountConnectScreen.tsx')),
  },
  forgotPhone: {
    path: '/account/forgot',
    guard: 'guest',
    back: 'welcome',
    load: pick('ForgotPhoneScreen', ofRecovery),
  },
  forgotVerify: {
    path: '/account/forgot/verify',
    guard: 'guest',
    back: 'forgotPhone',
    load: pick('ForgotVerifyScreen', ofRecovery),
  },
  forgotNewPassword: {
    path: '/account/forgot/new-password',
    guard: 'guest',
    back: 'welcome',
    load: pick('ForgotNewPasswordScreen', ofRecovery),
  },
  referral: {
    path: '/referral/:slug',
    guard: 'anybody',
    load: pick('ReferralScreen', () => import('./invite/ReferralScreen.tsx')),
  },
  landing: {
    path: '/lp/:companySlug',
    guard: 'anybody',
    load: pick('LandingScreen', () => import('./invite/LandingScreen.tsx')),
  },
  home: {
    path: '/how-can-we-help/:id?',
    guard: 'anybody',
    tab: 'home',
    root: true,
    load: pick('HomeScreen', () => import('./catalogue/HomeScreen.tsx')),
  },
  howDoesItWork: {
    path: '/how-does-it-work',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
    load: pick('HowDoesItWorkScreen', () => import('./catalogue/HowDoesItWorkScreen.tsx')),
  },
  productGroup: {
    path: '/groups/:slug',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
    load: pick('ProductGroupScreen', () => import('./catalogue/ProductGroupScreen.tsx')),
  },
  product: {
    path: '/products/:slug',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
    load: pick('ProductScreen', () => import('./catalogue/ProductScreen.tsx')),
  },
  clinicianProfile: {
    path: '/clinicians/:id',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
    load: pick('ClinicianProfileScreen', () => import('./catalogue/ClinicianProfileScreen.tsx')),
  },
  questions: {
    path: '/products/:slug/questions',
    guard: 'anybody',
    tab: 'home',
    back: 'product',
    load: pick('QuestionsScreen', () => import('./booking/QuestionsScreen.tsx')),
  },
  summary: {
    path: '/products/:slug/summary',
    guard: 'anybody',
    tab: 'home',
    back: 'questions',
    load: pick('SummaryScreen', () => import('./booking/SummaryScreen.tsx')),
  },
  selectProfile: {
    path: '/select-profile',
    guard: 'patient',
    tab: 'home',
    back: 'home',
    load: pick('SelectProfileScreen', () => import('./booking/SelectProfileScreen.tsx')),
  },
  clinicianCalendar: {
    path: '/clinician/:clinicianId/product/:productSlug',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
    load: pick('ClinicianCalendarScreen', () => import('./booking/ClinicianCalendarScreen.tsx')),
  },
  waitlist: {
    path: '/waitlist',
    guard: 'patient',
    tab: 'history',
    back: 'consultations',
    load: pick('WaitlistScreen', () => import('./booking/WaitlistScreen.tsx')),
  },
  checkout: {
    path: '/checkout',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
    load: pick('CheckoutScreen', () => import('./checkout/CheckoutScreen.tsx')),
  },
  subscriptionCheckout: {
    path: '/subscription-checkout',
    guard: 'anybody',
    tab: 'home',
    back: 'home',
    load: pick('SubscriptionCheckoutScreen', () => import('./subscription/screens.ts')),
  },
  order: {
    path: '/orders/:id',
    guard: 'patient',
    tab: 'home',
    back: 'home',
    load: pick('OrderScreen', () => import('./checkout/OrderScreen.tsx')),
  },
  consultations: {
    path: '/consultations',
    guard: 'patient',
    tab: 'history',
    root: true,
    load: pick('ConsultationsScreen', () => import('./consultation/ConsultationsScreen.tsx')),
  },
  /** The same as `loggedOut`, by the words of the History stack; before any consultation's own address. */
  loggedOutOfHistory: {
    path: '/consultations/logged-out',
    guard: 'guest',
    back: 'welcome',
    load: pick('LoggedOutScreen', () => import('./access/welcome/LoggedOutScreen.tsx')),
  },
  ownHistory: {
    path: '/consultations/medical-history',
    guard: 'patient',
    tab: 'history',
    back: 'consultations',
    load: pick('OwnHistoryScreen', () => import('./care/record/record-screens.ts')),
  },
  consultation: {
    path: '/consultations/:id',
    guard: 'patient',
    tab: 'history',
    back: 'consultations',
    load: pick('ConsultationScreen', ofConsultations),
  },
  attachmentCamera: {
    path: '/orders/:id/consultation/:consultationId/camera',
    guard: 'patient',
    tab: 'history',
    back: 'consultations',
    load: pick('CameraScreen', ofConsultations),
  },
  reschedule: {
    path: '/consultations/:id/reschedule',
    guard: 'patient',
    tab: 'history',
    back: 'consultations',
    load: pick('RescheduleScreen', ofCare),
  },
  deviceTest: {
    path: '/consultations/:id/devices',
    guard: 'patient',
    tab: 'history',
    back: 'consultation',
    load: pick('DeviceTestScreen', ofCare),
  },
  /** Where a guest's link leads, account or not; its secret stands behind the `#`. */
  guestCall: {
    path: '/guest',
    guard: 'anybody',
    load: pick('GuestScreen', ofCare),
  },
  /** Where the link of a reminder leads: what it may do stands behind the `#`. */
  reminder: {
    path: '/reminder',
    guard: 'anybody',
    tab: 'history',
    back: 'consultations',
    load: pick('ReminderScreen', () => import('./care/ReminderScreen.tsx')),
  },
  /** Where a pharmacy or an employer checks a paper; its code may come behind `#`, which no server sees. */
  verify: {
    path: '/verify',
    guard: 'anybody',
    back: 'home',
    load: pick('VerifyScreen', () => import('./care/prescription/prescription-screens.ts')),
  },
  ...supportRoutes,
  profile: {
    path: '/account/profile',
    guard: 'patient',
    tab: 'profile',
    root: true,
    load: pick('ProfileScreen', () => import('./profile/screens.ts')),
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
