/** Home shows this part of the care area, which depends on Home's area. */
export { FamilySwitch } from './care/home/FamilySwitch.tsx'
