/** Home shows this part of the care area, which depends on Home's area; guests do not load it. */
export { OwnCare } from './care/home/OwnCare.tsx'
