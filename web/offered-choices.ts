/** What Home shows of care, an area that comes after its own: only who has to choose loads it. */
export { OfferedChoices } from './care/reassignment/OfferedTimes.tsx'
