const READ = 'cuida.staff-news-read'
const MOST = 100

/** What was closed in this window stays closed when it is loaded anew; a note is gone by itself after half an hour. */
export function readNotes(): ReadonlySet<string> {
  return new Set((sessionStorage.getItem(READ) ?? '').split(' '))
}

export function keepRead(id: string): ReadonlySet<string> {
  const read = [...readNotes(), id].slice(-MOST)
  sessionStorage.setItem(READ, read.join(' '))
  return new Set(read)
}
