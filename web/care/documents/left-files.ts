import { part, sometime } from '@cuida/ui/lazy/part.ts'
import { useEffect } from 'react'
import { useSession } from '../../kit/session/session.tsx'
import { LEFT } from './left-mark.ts'

const uploads = part(() => import('./uploads.ts'))

/** Goes on with what a reload, a night or a lost network interrupted, whichever screen is open. */
export function useLeftFiles(): void {
  const owner = useSession().profile?.id
  useEffect(() => {
    if (!owner || localStorage.getItem(LEFT) === null) return
    void sometime(uploads)
      .then(({ openUploads }) => openUploads(owner))
      .catch(() => {})
  }, [owner])
}
