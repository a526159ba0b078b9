// Parts of Home about the patient's own care, which belong to a later area than Home itself.
export { FamilySwitch } from './care/home/FamilySwitch.tsx'
export { OwnCare } from './care/home/OwnCare.tsx'
