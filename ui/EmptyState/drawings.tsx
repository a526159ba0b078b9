import type { ReactNode } from 'react'

/** Drawings for empty states, in the partner's colours: a tinted shape behind lines. */
const drawing = (tint: ReactNode, lines: ReactNode) => () => (
  <svg viewBox="0 0 120 96" width="120" height="96" aria-hidden="true">
    <g data-tint>{tint}</g>
    {lines}
  </svg>
)

/** No appointments. */
export const CalendarDrawing = drawing(
  <circle cx="72" cy="50" r="38" />,
  <>
    <rect x="28" y="22" width="64" height="60" rx="10" />
    <path d="M28 40h64M44 14v14M76 14v14" />
    <circle cx="60" cy="60" r="7" />
    <path d="M42 54v0M42 68v0M78 54v0M78 68v0" />
  </>,
)

/** No recordings or lessons. */
export const VideoDrawing = drawing(
  <circle cx="50" cy="46" r="38" />,
  <>
    <rect x="22" y="18" width="76" height="50" rx="10" />
    <path d="M54 33v20l18-10z" />
    <path d="M44 82h32M60 68v14" />
  </>,
)

/** Nobody in the family. */
export const PeopleDrawing = drawing(
  <circle cx="60" cy="50" r="40" />,
  <>
    <circle cx="47" cy="34" r="12" />
    <path d="M24 80c0-30 46-30 46 0" />
    <circle cx="82" cy="46" r="9" />
    <path d="M72 62c11-6 26 2 26 18" />
    <path d="M16 80h90" />
  </>,
)

/** Nothing was found. */
export const SearchDrawing = drawing(
  <circle cx="54" cy="44" r="38" />,
  <>
    <circle cx="54" cy="44" r="24" />
    <path d="M72 62l22 22" />
    <path d="M44 40c4-8 16-8 20 0M48 52h12" />
  </>,
)

/** No entries or documents. */
export const DocumentDrawing = drawing(
  <circle cx="70" cy="50" r="38" />,
  <>
    <path d="M36 12h32l20 20v44a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8V20a8 8 0 0 1 8-8z" />
    <path d="M68 12v20h20M42 48h32M42 60h32M42 72h18" />
  </>,
)

/** The person has left. */
export const DoorDrawing = drawing(
  <circle cx="60" cy="46" r="40" />,
  <>
    <path d="M34 84V20a8 8 0 0 1 8-8h36a8 8 0 0 1 8 8v64M20 84h80" />
    <circle cx="74" cy="50" r="3" />
    <path d="M48 28h24" />
  </>,
)
