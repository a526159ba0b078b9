import { Announcement, VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import css from './Countdown.module.css'
import { formatCountdown, formatSpokenCountdown } from './format-countdown.ts'
import { useCountdown } from './use-countdown.ts'

interface CountdownProps {
  until: string | number | Date
  onEnd?: () => void
}

/** Seconds left at which screen readers announce the rest; announcing every second would be too much. */
const SAID_AT = [120, 60, 30, 10]
const URGENT_S = 30

/** Text such as "Guardada 7 min más": `text` puts the remaining time into a sentence. */
export function Countdown({ until, onEnd, text }: CountdownProps & { text: (timeLeft: string) => string }) {
  const secondsLeft = useCountdown(until, onEnd)
  return (
    <>
      <span className={css.text} role="timer" aria-label={text(formatSpokenCountdown(secondsLeft))}>
        {text(formatCountdown(secondsLeft))}
      </span>
      <Said left={secondsLeft} />
    </>
  )
}

interface CountdownRingProps extends CountdownProps {
  /** The seconds of a full ring. */
  total: number
  /** What ends, for screen readers: "Reserva". */
  label: string
}

const RADIUS = 44
const AROUND = 2 * Math.PI * RADIUS

/** A ring that shrinks each second: in the accent colour, and red for the last half minute. */
export function CountdownRing({ until, onEnd, total, label }: CountdownRingProps) {
  const secondsLeft = useCountdown(until, onEnd)
  const elapsedShare = 1 - Math.min(1, secondsLeft / total)
  return (
    <div className={css.ring} data-urgent={secondsLeft <= URGENT_S || undefined}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={css.track} cx="50" cy="50" r={RADIUS} />
        <circle
          className={css.rest}
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * elapsedShare}
        />
      </svg>
      <span className={css.numeral} role="timer">
        <VisuallyHidden>
          {label} {formatSpokenCountdown(secondsLeft)}
        </VisuallyHidden>
        <span aria-hidden="true">{formatCountdown(secondsLeft)}</span>
      </span>
      <Said left={secondsLeft} />
    </div>
  )
}

function Said({ left }: { left: number }) {
  return <Announcement assertive={left === 10}>{SAID_AT.includes(left) && formatSpokenCountdown(left)}</Announcement>
}
