// What is to be read and what was agreed to: they come as one file.
export { AgreementsScreen } from './consent/AgreementsScreen.tsx'
export { CancellationPolicyScreen, PrivacyScreen, SubscriptionTermsScreen, TermsScreen } from './PolicyScreen.tsx'
