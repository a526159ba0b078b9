import type { Route } from './route.ts'

/** The screens behind Support: ways to a person, and what there is to learn from. */
export const supportRoutes = {
  support: {
    path: '/support',
    guard: 'anybody',
    tab: 'support',
    root: true,
  },
  questionsInbox: {
    path: '/send-your-question',
    guard: 'patient',
    tab: 'support',
    back: 'support',
  },
  webinars: {
    path: '/webinars',
    guard: 'patient',
    tab: 'support',
    back: 'support',
  },
  webinar: {
    path: '/webinars/:slug',
    guard: 'patient',
    tab: 'support',
    back: 'webinars',
  },
  recordedWebinars: {
    path: '/recorded-webinars',
    guard: 'patient',
    tab: 'support',
    back: 'support',
  },
  welcomeKit: {
    path: '/welcome-kit',
    guard: 'patient',
    tab: 'support',
    back: 'support',
  },
} as const satisfies Record<string, Route>
