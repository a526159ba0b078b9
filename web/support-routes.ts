import { pick, type Route } from './route.ts'

/** The screens behind Support: ways to a person, and what there is to learn from. */
export const supportRoutes = {
  support: {
    path: '/support',
    guard: 'anybody',
    tab: 'support',
    root: true,
    load: pick('SupportScreen', () => import('./support/screens.ts')),
  },
  questionsInbox: {
    path: '/send-your-question',
    guard: 'patient',
    tab: 'support',
    back: 'support',
    load: pick('QuestionsInboxScreen', () => import('./support/screens.ts')),
  },
  webinars: {
    path: '/webinars',
    guard: 'patient',
    tab: 'support',
    back: 'support',
    load: pick('WebinarsScreen', () => import('./support/learn-screens.ts')),
  },
  webinar: {
    path: '/webinars/:slug',
    guard: 'patient',
    tab: 'support',
    back: 'webinars',
    load: pick('WebinarScreen', () => import('./support/learn-screens.ts')),
  },
  recordedWebinars: {
    path: '/recorded-webinars',
    guard: 'patient',
    tab: 'support',
    back: 'support',
    load: pick('RecordedWebinarsScreen', () => import('./support/learn-screens.ts')),
  },
  welcomeKit: {
    path: '/welcome-kit',
    guard: 'patient',
    tab: 'support',
    back: 'support',
    load: pick('WelcomeKitScreen', () => import('./support/learn-screens.ts')),
  },
} as const satisfies Record<string, Route>
