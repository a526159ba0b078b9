// What has to do with prescriptions and papers comes as one file.
export { PrescriptionsScreen } from './PrescriptionsScreen.tsx'
export { VerifyScreen } from './VerifyScreen.tsx'
