import { useEffect, useRef } from 'react'
import { FailureAlert } from '../kit/FailureAlert.tsx'
import { ConflictAlert, isConflict } from './ConflictAlert.tsx'

/** Why there is no account yet. The form is long and its button at the end: what stands above takes the focus. */
export function RegistrationFailure({ failure, social }: { failure: unknown; social: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) box.current?.focus()
  }, [failure])
  if (!failure) return null
  return (
    <div ref={box} tabIndex={-1}>
      {isConflict(failure) ? <ConflictAlert code={failure.code} social={social} /> : <FailureAlert failure={failure} />}
    </div>
  )
}
