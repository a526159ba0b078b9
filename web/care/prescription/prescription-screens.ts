// What has to do with prescriptions and papers comes as one file.

export { VerifyScreen } from '../VerifyScreen.tsx'
export { PrescriptionsScreen } from './PrescriptionsScreen.tsx'
