// Who opens one of these goes on to another: they come as one file.
export { PaymentDetailsScreen } from './PaymentDetailsScreen.tsx'
export { PaymentHistoryScreen } from './PaymentHistoryScreen.tsx'
export { PaymentMethodsScreen } from './PaymentMethodsScreen.tsx'
