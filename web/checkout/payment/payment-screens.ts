// Who opens one of these goes on to another: they come as one file.

export { PaymentMethodsScreen } from '../card/PaymentMethodsScreen.tsx'
export { PaymentDetailsScreen } from './PaymentDetailsScreen.tsx'
export { PaymentHistoryScreen } from './PaymentHistoryScreen.tsx'
