// Who opens one of these goes on to another: they come as one file.
export { QuestionsInboxScreen } from './QuestionsInboxScreen.tsx'
export { SupportScreen } from './SupportScreen.tsx'
