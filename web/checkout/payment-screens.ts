// Who opens the history goes on to one of its payments: they come as one file.
export { PaymentDetailsScreen } from './PaymentDetailsScreen.tsx'
export { PaymentHistoryScreen } from './PaymentHistoryScreen.tsx'
