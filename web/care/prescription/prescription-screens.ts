// What has to do with prescriptions and papers comes as one file.

export { VerifyScreen } from '../paper/VerifyScreen.tsx'
export { PrescriptionsScreen } from './PrescriptionsScreen.tsx'
