import { putPhoto, removePhoto } from '@cuida/core/access/photo/photo-api.ts'
import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { getTeam } from '@cuida/core/access/team/team-api.ts'
import { createUpload } from '@cuida/ui/client/upload.ts'
import { currentLocale } from '@cuida/ui/words/words.ts'
import { api, session } from '../../kit/api.ts'
import { useMutation } from '../../kit/reads.ts'

const upload = createUpload({ app: 'desk', locale: currentLocale, session })

const OLD = { stale: [getTeam, staffMe] }

/** A square that was cut out becomes somebody's face. It is small: how far it has come nobody asks. */
export const usePutPhoto = (id: string) =>
  useMutation(
    (square: Blob) =>
      upload(putPhoto, { id }, square, {
        key: crypto.randomUUID(),
        name: '',
        onProgress: () => {},
        signal: new AbortController().signal,
      }),
    OLD,
  )

export const useRemovePhoto = (id: string) => useMutation(() => api(removePhoto, { id }), OLD)
