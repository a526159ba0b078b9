import { pick, type Route } from './route.ts'

// Each file is named once: this is in the first script of every visitor.
const ofSupport = () => import('./support/screens.ts')
const ofLearning = () => import('./support/learn-screens.ts')

/** The screens behind Support: ways to a person, and what there is to learn from. */
export const supportRoutes = {
  support: {
    path: '/support',
    guard: 'anybody',
    tab: 'support',
    root: true,
    load: pick('SupportScreen', ofSupport),
  },
  questionsInbox: {
    path: '/send-your-question',
    guard: 'patient',
    tab: 'support',
    back: 'support',
    load: pick('QuestionsInboxScreen', ofSupport),
  },
  webinars: {
    path: '/webinars',
    guard: 'patient',
    tab: 'support',
    back: 'support',
    load: pick('WebinarsScreen', ofLearning),
  },
  webinar: {
    path: '/webinars/:slug',
    guard: 'patient',
    tab: 'support',
    back: 'webinars',
    load: pick('WebinarScreen', ofLearning),
  },
  recordedWebinars: {
    path: '/recorded-webinars',
    guard: 'patient',
    tab: 'support',
    back: 'support',
    load: pick('RecordedWebinarsScreen', ofLearning),
  },
  welcomeKit: {
    path: '/welcome-kit',
    guard: 'patient',
    tab: 'support',
    back: 'support',
    load: pick('WelcomeKitScreen', ofLearning),
  },
} as const satisfies Record<string, Route>
