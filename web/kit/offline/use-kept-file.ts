import type { CallKey } from '@cuida/ui/client/queries/query-key.ts'
import { lazyModule } from '@cuida/ui/lazy/lazy-module.ts'
import { useEffect, useState } from 'react'

const keptData = lazyModule(() => import('./kept-data.ts'))

/** Without a network, a file that was opened before in this session. */
export function useKeptFile(queryKey: CallKey, isOffline: boolean): Blob | undefined {
  const [file, setFile] = useState<Blob>()
  const name = JSON.stringify(queryKey)
  useEffect(() => {
    if (!isOffline) return
    let isWanted = true
    void keptData
      .load()
      .then(({ findKeptFile }) => findKeptFile(JSON.parse(name)))
      .then((kept) => isWanted && setFile(kept))
      .catch(() => {})
    return () => {
      isWanted = false
    }
  }, [name, isOffline])
  return file
}
