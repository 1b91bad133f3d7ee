// Loads the small pictures of rows that can be seen, two at a time, so that they do not hold up other requests.

const MAX_LOADING = 2;

export class Thumbnails {
  // read(item) resolves to a blob; failed(item, message) when there is none
  constructor(list, read, failed) {
    this.read = read;
    this.failed = failed;
    this.items = new WeakMap(); // by image
    this.wanted = new Set(); // images in sight that are not loaded
    this.nLoading = 0;
    this.observer = new IntersectionObserver((entries) => this.seen(entries), { root: list, rootMargin: "200px" });
  }

  // The image of an item, or of another version of its file.
  watch(image, item) {
    this.items.set(image, item);
    this.observer.unobserve(image);
    this.observer.observe(image);
  }

  seen(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.wanted.add(target);
      else this.wanted.delete(target);
    }
    this.loadNext();
  }

  loadNext() {
    for (const image of this.wanted) {
      if (this.nLoading >= MAX_LOADING) return;
      this.wanted.delete(image);
      this.observer.unobserve(image);
      this.load(image);
    }
  }

  async load(image) {
    this.nLoading++;
    const item = this.items.get(image);
    try {
      await show(image, await this.read(item));
    } catch (error) {
      this.failed(item, error);
    }
    this.nLoading--;
    this.loadNext();
  }
}

async function show(image, blob) {
  const address = URL.createObjectURL(blob);
  try {
    image.src = address;
    await image.decode();
    image.classList.add("loaded");
  } finally {
    URL.revokeObjectURL(address);
  }
}
