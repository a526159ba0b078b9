/**
 * Home shows this part of the care area, which depends on Home's area; only patients with a choice to make load it.
 */
export { OfferedChoices } from './care/reassignment/OfferedTimes.tsx'
