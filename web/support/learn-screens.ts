// Who opens one of these goes on to another: they come as one file.

export { WelcomeKitScreen } from './courses/WelcomeKitScreen.tsx'
export { WebinarScreen } from './webinars/WebinarScreen.tsx'
export { RecordedWebinarsScreen, WebinarsScreen } from './webinars/WebinarsScreen.tsx'
