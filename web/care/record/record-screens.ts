// Who opens one of these goes on to another: they come as one file.
export { FamilyHistoryScreen } from './FamilyHistoryScreen.tsx'
export { LooksScreen } from './LooksScreen.tsx'
export { MedicalHistoryScreen, OwnHistoryScreen } from './MedicalHistoryScreen.tsx'
