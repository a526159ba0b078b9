import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { useEffect, useRef, useState } from 'react'
import { useProducts } from './list-queries.ts'

const OurTeam = lazy('OurTeam', () => import('./clinician/OurTeam.tsx'))

/** Before it is in sight, so that nobody waits for it there. */
const AHEAD = '400px'

/** The team below what is sold: its code and its faces come when somebody reads that far, and are no part of Home's first load. */
export function Team() {
  const { data } = useProducts()
  const [isNear, setNear] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Without the list above it everything is near.
    if (!data || !place.current) return
    const seen = new IntersectionObserver(([at]) => at?.isIntersecting && setNear(true), { rootMargin: AHEAD })
    seen.observe(place.current)
    return () => seen.disconnect()
  }, [data])
  return isNear ? <OurTeam /> : <span ref={place} />
}
