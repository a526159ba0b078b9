// Three steps of one way: they come as one file.
export { ForgotNewPasswordScreen } from './ForgotNewPasswordScreen.tsx'
export { ForgotPhoneScreen } from './ForgotPhoneScreen.tsx'
export { ForgotVerifyScreen } from './ForgotVerifyScreen.tsx'
