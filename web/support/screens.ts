// Who opens one of these goes on to another: they come as one file.

export { SupportScreen } from './help/SupportScreen.tsx'
export { QuestionsInboxScreen } from './questions/QuestionsInboxScreen.tsx'
