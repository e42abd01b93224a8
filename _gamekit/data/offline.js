"use strict";
// Keeps a page in the browser, so that it opens without a network. What is kept has the name of its version: a page
// that was written anew is fetched when there is a network, and shown from the next visit on.

const FILES = JSON.parse('@files@'); // "./" is the page
const OWN = `@name@ ${registration.scope} `; // how the names of what is kept begin, for this page alone
const KEPT = `${OWN}@version@`;

async function keepAll() {
  const kept = await caches.open(KEPT);
  await kept.addAll(FILES.map(file => new Request(file, { cache: "reload" })));
  await skipWaiting();
}

async function forgetOld() {
  for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== KEPT) await caches.delete(name);
  await clients.claim();
}

/** What is kept under an address; else what the server says. */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const found = await caches.match(`${origin}${pathname.replace(/\/index\.html$/, "/")}`, { cacheName: KEPT });
  return found ?? fetch(request);
}

addEventListener("install", event => event.waitUntil(keepAll()));
addEventListener("activate", event => event.waitUntil(forgetOld()));
addEventListener("fetch", event => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
