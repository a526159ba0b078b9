// Who opens one of these goes on to another: they come as one file.

export { WebinarScreen } from './WebinarScreen.tsx'
export { RecordedWebinarsScreen, WebinarsScreen } from './WebinarsScreen.tsx'
export { WelcomeKitScreen } from './WelcomeKitScreen.tsx'
